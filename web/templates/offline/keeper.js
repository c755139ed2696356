// The worker that makes the referee ready to be kept: unpacks what was loaded, lets the app make all it makes once, and gives the folder back.
import { loadPyodide } from "{{ referee.loader }}";
import createPyodideModule from "{{ referee.module }}";
import { HOME, WHEN, openDoor, python } from "{{ root }}/static/referee.js?v={{ digest }}";

self.addEventListener("message", async ({ data }) => {
  const tell = (part) => self.postMessage({ part });
  try {
    const { "program.zip": program, ...rest } = data.files;
    const py = await python({ loadPyodide, createPyodideModule }, rest);
    tell(0.1);
    py.globals.set("_archives", py.toPy([[new Uint8Array(program), HOME], ...data.games.map((game) => [new Uint8Array(rest[`${game}.zip`]), `${HOME}/corpus`])]));
    py.runPython(`
import io, os, sys, zipfile
sys.dont_write_bytecode = False  # it is what the next start finds
for archive, folder in _archives:
    with zipfile.ZipFile(io.BytesIO(bytes(archive))) as packed:
        packed.extractall(folder)
        for name in packed.namelist():
            os.utime(f"{folder}/{name}", (${WHEN}, ${WHEN}))
del _archives
`);
    tell(0.2);
    const door = openDoor(py, data.prefix, null);
    tell(0.4);
    door.make_ready((done, all) => tell(0.4 + 0.5 * (done / Math.max(all, 1))));
    tell(0.95);
    const image = door.image().toJs();
    py.globals.set("_library", py.toPy(new Uint8Array(rest["python_stdlib.zip"])));
    const library = py.runPython("from web.door import compiled_library; compiled_library(bytes(_library))").toJs();
    self.postMessage({ image, library }, [image.buffer, library.buffer]);
  } catch (error) {
    self.postMessage({ fault: String(error).slice(-400) });
  }
});
