// Owns pinning a file and leaving it out by a click; owns no list of files.

import { type Choice, patternOf } from "./options.ts";
import type { Session } from "./session.ts";

export function FileActions({ session, choice, path }: { session: Session; choice: Choice; path: string }) {
  const isPinned = choice.pins.includes(path);
  return (
    <span class="file-actions">
      <button
        type="button"
        aria-pressed={isPinned}
        aria-label={`Pin ${path}`}
        title="In the pack in any case"
        onClick={() => {
          const pins = isPinned ? choice.pins.filter((pin) => pin !== path) : [...choice.pins, path];
          session.choose({ ...session.view.choice, pins });
        }}
      >
        {isPinned ? "Pinned" : "Pin"}
      </button>
      <button
        type="button"
        aria-label={`Leave out ${path}`}
        title="Not in the pack"
        onClick={() => {
          const now = session.view.choice;
          session.choose({ ...now, pins: now.pins.filter((pin) => pin !== path), exclude: [...now.exclude, patternOf(path)] });
        }}
      >
        Leave out
      </button>
    </span>
  );
}
