"""A server for the games of climbcards: asyncio, WebSockets, and one page for the browser."""
