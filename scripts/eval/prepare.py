#!/usr/bin/env python3
"""Sync the repositories of the evaluation sets and write one list of cases for `rank-cases`.

    scripts/eval/prepare.py EVAL_FOLDER OUT --mirrors FOLDER --corpora FOLDER [--sets swe-lite,queries,questions,quotes]

EVAL_FOLDER holds swe-lite/, queries/ and questions/; the quotes are drawn from the corpora's own sources. --mirrors holds bare Git directories as <owner>+<name>/repo (or
<owner>/<name>.git). --corpora holds the unpacked trees that `scripts/corpora.sh` fetches. Each case's snapshot goes to
OUT/snapshots, and OUT/cases.jsonl gets a line per case: set, group, id, question, key, also, snapshot.

The cases of swe-lite are synced from one commit to the next in order of their dates, so that this is a test of
incremental syncs too. What is there already is kept, so that a run that was ended goes on where it was."""
import argparse, json, os, random, re, shutil, subprocess, sys

ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
ap.add_argument("eval_folder"); ap.add_argument("out")
ap.add_argument("--mirrors", required=True); ap.add_argument("--corpora", required=True)
ap.add_argument("--sets", default="swe-lite,queries,questions,quotes")
ap.add_argument("--program", default="graphicle", help="the program to sync with")
a = ap.parse_args()
out = os.path.abspath(a.out)
os.makedirs(os.path.join(out, "snapshots"), exist_ok=True)
data = os.path.join(out, "data")
cases = []


def git_dir(repository):
    owner, name = repository.split("/")
    for path in (os.path.join(a.mirrors, f"{owner}+{name}", "repo"), os.path.join(a.mirrors, owner, name + ".git")):
        if os.path.isdir(path):
            return path
    sys.exit(f"no mirror of {repository} in {a.mirrors}")


def git(mirror, *args):
    return subprocess.run(["git", "--git-dir", mirror, *args], capture_output=True, check=True).stdout


def tree(mirror, commit, root):
    """Returns path -> (mode, blob) of a commit's plain files below root."""
    found = {}
    for entry in git(mirror, "ls-tree", "-r", "-z", commit, *([root] if root else [])).split(b"\0"):
        if entry:
            meta, path = entry.split(b"\t", 1)
            mode, kind, blob = meta.split()
            if kind == b"blob" and mode != b"120000" and b".." not in path.split(b"/"):
                found[path] = (mode, blob)
    return found


def write_tree(mirror, before, after, dest):
    """Makes dest hold `after`, knowing that it holds `before`; a blob that the mirror lacks is left out."""
    cat = subprocess.Popen(["git", "--git-dir", mirror, "cat-file", "--batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    for path in before.keys() - after.keys():
        os.remove(os.path.join(dest.encode(), path))
    for path, (mode, blob) in after.items():
        if before.get(path) == (mode, blob):
            continue
        cat.stdin.write(blob + b"\n"); cat.stdin.flush()
        head = cat.stdout.readline().split()
        if len(head) < 3:
            continue
        text = cat.stdout.read(int(head[2])); cat.stdout.read(1)
        target = os.path.join(dest.encode(), path)
        if os.path.isdir(target):
            shutil.rmtree(target)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(target, "wb") as file:
            file.write(text)
    cat.stdin.close(); cat.wait()


def sync(folder, key):
    """Syncs a folder and returns where its snapshot was put."""
    target = os.path.join(out, "snapshots", key + ".snapshot")
    env = dict(os.environ, GRAPHICLE_DATA_DIR=data)
    done = subprocess.run([a.program, "sync", "--json", folder], env=env, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{key}: sync failed: {done.stderr}")
    summary = json.loads(done.stdout)
    source = os.path.join(data, "projects", summary["project"]["id"], summary["state"] + ".snapshot")
    shutil.copyfile(source, target + ".tmp")
    os.rename(target + ".tmp", target)
    print(f"{key}: {summary['files']} files, {summary['seconds']:.2f} s", flush=True)
    return target


def add(set_name, group, case, question, key, also, snapshot, lines=None):
    key = list(dict.fromkeys(key))
    also = [path for path in dict.fromkeys(also) if path not in key]
    cases.append({"set": set_name, "group": group, "id": case, "question": question, "key": key, "also": also,
                  "lines": lines or {}, "snapshot": os.path.relpath(snapshot, out)})


def swe_lite():
    folder = os.path.join(a.eval_folder, "swe-lite")
    repos = json.load(open(os.path.join(folder, "repos.json")))
    by_repo = {}
    for line in open(os.path.join(folder, "cases.jsonl"), encoding="utf8"):
        case = json.loads(line)
        by_repo.setdefault(case["repo"], []).append(case)
    for repo, own in sorted(by_repo.items(), key=lambda item: len(item[1])):
        mirror = git_dir(repos[repo])
        date = {c: int(git(mirror, "show", "-s", "--format=%ct", c)) for c in {case["commit"] for case in own}}
        dest = os.path.join(out, "trees", repo.replace("/", "+"))
        todo = [c for c in own if not os.path.exists(os.path.join(out, "snapshots", c["id"] + ".snapshot"))]
        if todo:
            shutil.rmtree(dest, ignore_errors=True)
        before = {}
        for case in sorted(own, key=lambda case: (date[case["commit"]], case["id"])):
            snapshot = os.path.join(out, "snapshots", case["id"] + ".snapshot")
            if not os.path.exists(snapshot):
                after = tree(mirror, case["commit"], "")
                os.makedirs(dest, exist_ok=True)
                write_tree(mirror, before, after, dest)
                before = after
                sync(dest, case["id"])
            add("swe-lite", repo, case["id"], case["question"], case["key"], [], snapshot, case["edited_functions"])
        shutil.rmtree(dest, ignore_errors=True)


def queries():
    folder = os.path.join(a.eval_folder, "queries")
    for repo in json.load(open(os.path.join(folder, "repos.json"))):
        key = "query-" + repo["name"]
        snapshot = os.path.join(out, "snapshots", key + ".snapshot")
        root = repo["root"]
        if not os.path.exists(snapshot):
            mirror = git_dir(repo["repository"])
            dest = os.path.join(out, "trees", repo["name"])
            shutil.rmtree(dest, ignore_errors=True)
            os.makedirs(dest)
            write_tree(mirror, {}, tree(mirror, repo["commit"] or "HEAD", root), dest)
            sync(os.path.join(dest, root), key)
            shutil.rmtree(dest)
        annotations = json.load(open(os.path.join(folder, "annotations", repo["name"] + ".json")))
        path = lambda target: target if isinstance(target, str) else target["path"]
        inside = lambda target: path(target).removeprefix(root + "/") if root else path(target)
        for n, item in enumerate(annotations):
            add("queries", repo["name"], f"{repo['name']}-{n}", item["query"], [inside(t) for t in item["relevant"]],
                [inside(t) for t in item.get("secondary", [])], snapshot)


def questions():
    folder = os.path.join(a.eval_folder, "questions")
    for name in sorted(os.listdir(folder)):
        corpus = name.split(".")[0]
        snapshot = os.path.join(out, "snapshots", "corpus-" + corpus + ".snapshot")
        if not os.path.exists(snapshot):
            sync(os.path.join(a.corpora, corpus), "corpus-" + corpus)
        for line in open(os.path.join(folder, name), encoding="utf8"):
            case = json.loads(line)
            add("questions", corpus, case["id"], case["question"], case["key"], case.get("also", []), snapshot)


def quotes():
    """Messages that stand once in a corpus's sources, each asked for in a sentence or in a short report."""
    endings = {"kubernetes": ".go", "homeassistant": ".py", "godot": ".cpp", "tomcat": ".java", "typescript": ".ts",
               "postgresql": ".c"}
    other = re.compile(r"test|generated|vendor|third_?party|node_modules", re.IGNORECASE)
    pick = random.Random(7)
    for corpus, ending in endings.items():
        root = os.path.join(a.corpora, corpus)
        snapshot = os.path.join(out, "snapshots", "corpus-" + corpus + ".snapshot")
        if not os.path.exists(snapshot):
            sync(root, "corpus-" + corpus)
        where = {}
        for folder, folders, names in os.walk(root):
            folders.sort()
            if other.search(os.path.relpath(folder, root)):
                continue
            for name in sorted(names):
                if name.endswith(ending) and not other.search(name):
                    path = os.path.join(folder, name)
                    text = open(path, encoding="utf8", errors="ignore").read()
                    for message in re.findall(r'"([A-Za-z][^"\\\n%{}<>]{24,89})"', text):
                        if len(message.split()) >= 5:
                            where.setdefault(message, set()).add(os.path.relpath(path, root))
        once = sorted((message, min(paths)) for message, paths in where.items() if len(paths) == 1)
        for n, (message, path) in enumerate(pick.sample(once, min(35, len(once)))):
            asked = f'Where does the message "{message}" come from?'
            report = ("I get this error and do not know why:\n\nerror: " + message +
                      "\n\nWhat can cause it? It started after the upgrade, when the second node joined.")
            add("quotes", corpus, f"quote-{corpus}-{n}", report if n % 2 else asked, [path], [], snapshot)


wanted = a.sets.split(",")
for name, prepare in (("queries", queries), ("questions", questions), ("quotes", quotes), ("swe-lite", swe_lite)):
    if name in wanted:
        prepare()
with open(os.path.join(out, "cases.jsonl"), "w", encoding="utf8") as file:
    file.writelines(json.dumps(case) + "\n" for case in cases)
print(f"{len(cases)} cases in {out}/cases.jsonl")
