"""The client's files: hashed names are kept for ever, the page itself is asked for each time."""

from __future__ import annotations

from pathlib import Path

from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response

BUNDLE = Path(__file__).parent / "_web"
KINDS = {".webmanifest": "application/manifest+json"}
"""Kinds of files that Python does not know by their names."""
FOREVER = "public, max-age=31536000, immutable"
MISSING = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Sandtable</title>
<body style="font: 16px/1.5 system-ui; max-width: 40rem; margin: 4rem auto; padding: 0 1rem">
<h1>Sandtable is running</h1>
<p>Its web client has not been built yet. <code>./dev serve</code> builds it when it is missing; by hand:</p>
<pre>cd web
npm ci
npm run build</pre>
<p>The API works without it: <a href="/api/games">/api/games</a>, <a href="/api/openapi.json">/api/openapi.json</a>.</p>
"""


class Client:
    """Serves the bundle; every path that is no file is the page, which finds its own way."""

    def __init__(self, folder: Path = BUNDLE) -> None:
        self.folder = folder.resolve()

    async def respond(self, request: Request) -> Response:
        """A file, or the page."""
        wanted = request.url.path.lstrip("/")
        if wanted and (file := self._file(wanted)) is not None:
            is_hashed = wanted.startswith("assets/")
            return FileResponse(
                file, media_type=KINDS.get(file.suffix), headers={"cache-control": FOREVER if is_hashed else "no-cache"}
            )
        if wanted.startswith("assets/"):
            return Response("there is no such file", 404, media_type="text/plain")
        page = self.folder / "index.html"
        if not page.is_file():
            return HTMLResponse(MISSING, headers={"cache-control": "no-store"})
        return FileResponse(page, headers={"cache-control": "no-cache"})

    def _file(self, wanted: str) -> Path | None:
        """A file of the bundle; never one outside it."""
        if "\\0" in repr(wanted) or "\x00" in wanted:
            return None
        file = (self.folder / wanted).resolve()
        return file if file.is_relative_to(self.folder) and file.is_file() else None
