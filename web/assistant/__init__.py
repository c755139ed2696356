"""For chat assistants: the API as tools and resources of the Model Context Protocol, on standard input and output or under /mcp.

No answer of its own: a call is a request to the API, with its limits and its shapes. Tables cannot be reached from here.
"""
