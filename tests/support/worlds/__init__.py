"""Two tables that differ only in secrets, and everything a curious player could send them."""
