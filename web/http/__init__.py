"""Around every request, whatever it asks for: headers, origin, errors as statuses and sentences, the access log, health, the store opened.

No page and no route of the API is known here, and nothing that only one of them needs.
"""
