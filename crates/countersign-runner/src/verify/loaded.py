import sys

# Not yet: the work may have a `json.py`.
sys.path = [place for place in sys.path if place]
import importlib, importlib.util, json, os

path, names = sys.argv[1], sys.argv[2:]
place = os.environ.pop("COUNTERSIGN_LOADED")
folder, name = os.path.split(os.path.abspath(path))
parts = [] if name == "__init__.py" else [name[:-3]]
while os.path.exists(os.path.join(folder, "__init__.py")):
    folder, package = os.path.split(folder)
    parts.insert(0, package)
sys.path[:0] = [folder, os.getcwd(), os.path.join(os.getcwd(), "src")]
sys.argv = [path]
told = {"missing": [], "trouble": None, "ended": False}
module = None
try:
    if len(parts) > 1:
        module = importlib.import_module(".".join(parts))
    else:
        # A module of Python's own that is loaded already may have the same name.
        alias = parts[0] if parts and parts[0] not in sys.modules else "_loaded"
        spec = importlib.util.spec_from_file_location(alias, path)
        module = importlib.util.module_from_spec(spec)
        sys.modules[alias] = module
        spec.loader.exec_module(module)
except SystemExit:
    told["ended"] = True
except BaseException as error:
    told["trouble"] = f"{type(error).__name__}: {error}"[:500]
told["missing"] = [name for name in names if not callable(getattr(module, name, None))]
with open(place, "w") as file:
    json.dump(told, file)
os._exit(0)
