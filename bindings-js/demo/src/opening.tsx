// Owns what is there while nothing is open: the place to open a file, how far that is, what went wrong. It owns no reading.

import type { Project, Session } from "./session.ts";

export function Opening({ session, project }: { session: Session; project: Exclude<Project, { state: "open" }> }) {
  if (project.state === "opening") {
    const percent = project.share === undefined ? undefined : Math.round(project.share * 100);
    return (
      <div class="card">
        <h2>Opening {project.name}</h2>
        <progress aria-label={`Opening ${project.name}`} max={100} {...(percent === undefined ? {} : { value: percent })} />
        <p>{percent === undefined ? "Reading" : `${String(percent)} %`}</p>
        <button type="button" onClick={() => {
          session.cancel();
        }}>Cancel</button>
      </div>
    );
  }
  return (
    <div class="card">
      <h2>Packs of a repository's code, made in this tab</h2>
      {project.error !== "" && <p class="error" role="alert">{project.error}</p>}
      <p>
        Ask a question about a project, and get one block of text that fits a token budget and holds the code a model needs.
        Nothing leaves the tab: no server is asked.
      </p>
      <label class="choose">
        Choose an exported file
        <input
          type="file"
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0];
            if (file !== undefined) void session.open(file, file.name);
            currentTarget.value = "";
          }}
        />
      </label>
      <p class="quiet">or drop one anywhere on the page. In a project's folder this writes it:</p>
      <pre class="command"><code>graphicle export --out project.graphicle</code></pre>
    </div>
  );
}
