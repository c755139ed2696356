"""The app for a phone without a network: the files that let Python run in a browser, and what is packed for them to run.

No page and no request: `web/pages/offline.py` hands the files out, `web/door.py` is what answers in the browser.
"""
