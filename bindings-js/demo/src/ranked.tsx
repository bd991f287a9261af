// Owns the ranked files with their reasons; owns no ranking.

import { FileActions } from "./file-actions.tsx";
import { SECTION_WORDS } from "./options.ts";
import type { Session, Shown, View } from "./session.ts";

export function Ranked({ session, view, shown, show }: { session: Session; view: View; shown: Shown; show: (chunk: number) => void }) {
  const { ranking } = shown;
  if (ranking === undefined) {
    return <p class="quiet">An overview has no ranking: its files are chosen by how much the others use them. Ask a question to see one.</p>;
  }
  if (ranking.ranking.length === 0) return <p class="quiet">No file has a word of the question.</p>;
  const places = new Map<string, { chunk: number; sections: string[] }>();
  for (const { name, files } of shown.shares) {
    for (const { path, chunk } of files) {
      const place = places.get(path) ?? { chunk, sections: [] };
      place.sections.push(SECTION_WORDS[name] ?? name);
      places.set(path, place);
    }
  }
  const most = ranking.ranking[0]?.score ?? 1;
  return (
    <ol class="ranked" tabIndex={0} aria-label="Ranked files">
      {ranking.ranking.map(({ rank, path, score, why, passages }) => {
        const place = places.get(path);
        const lines = passages.map(({ start_line, end_line }) => `${String(start_line)}-${String(end_line)}`).join(", ");
        return (
          <li key={path}>
            <span class="rank">{rank}</span>
            <div class="file">
              {place === undefined ? <code>{path}</code> : (
                <button type="button" class="link" onClick={() => {
                  show(place.chunk);
                }}><code>{path}</code></button>
              )}
              <meter aria-label={`Score of ${path}`} min={0} max={most} value={score} />
              <p class="quiet">
                {why}
                {lines !== "" && <> · lines {lines}</>}
                {" · "}
                {place === undefined ? "not in the pack" : `in ${place.sections.join(", ")}`}
              </p>
            </div>
            <FileActions session={session} choice={view.choice} path={path} />
          </li>
        );
      })}
    </ol>
  );
}
