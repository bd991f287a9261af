// Owns the page: what stands where, and what is there before anything is open. It owns no part's contents.

import { useEffect, useRef, useState } from "preact/hooks";

import { Controls } from "./controls.tsx";
import { Opening } from "./opening.tsx";
import { PackView } from "./pack-view.tsx";
import { Question } from "./question.tsx";
import { Ranked } from "./ranked.tsx";
import type { Session } from "./session.ts";
import { Shares } from "./shares-view.tsx";
import { ThemeSwitch } from "./theme.tsx";

type Tab = "pack" | "ranked";

export function Page({ session }: { session: Session }) {
  const view = useView(session);
  const isDragged = useDrop(session);
  const [tab, setTab] = useState<Tab>("pack");
  const [target, setTarget] = useState<{ chunk: number } | undefined>(undefined);
  const { project, shown, isBusy, error, notice } = view;
  const show = (chunk: number): void => {
    setTab("pack");
    setTarget({ chunk });
  };
  return (
    <>
      <header class="bar">
        <h1>graphicle</h1>
        {project.state === "open" && <ProjectLine session={session} />}
        <ThemeSwitch />
      </header>
      <p class="unseen" role="status" aria-live="polite">{notice}</p>
      {project.state !== "open" ? (
        <main class="start">
          <Opening session={session} project={project} />
        </main>
      ) : (
        <main class="work">
          <section class="asking" aria-label="What is asked">
            <Question session={session} view={view} />
            <Controls session={session} view={view} />
          </section>
          <section class="result" aria-label="The pack" aria-busy={isBusy}>
            {error !== "" && <p class="error" role="alert">{error}</p>}
            {shown === undefined ? (
              error === "" && <p class="quiet">The pack is being made.</p>
            ) : (
              <div class={isBusy ? "old" : "new"}>
                <Summary session={session} />
                <Shares session={session} shown={shown} choice={view.choice} show={show} />
                <div class="tabs" role="tablist" aria-label="What is shown">
                  <TabButton own="pack" tab={tab} choose={setTab}>Pack</TabButton>
                  <TabButton own="ranked" tab={tab} choose={setTab}>
                    {shown.ranking === undefined ? "Ranked files" : `Ranked files (${String(shown.ranking.ranking.length)})`}
                  </TabButton>
                </div>
                <div id="panel" role="tabpanel" aria-labelledby={`tab-${tab}`}>
                  {tab === "pack" ? <PackView shown={shown} target={target} /> : <Ranked session={session} view={view} shown={shown} show={show} />}
                </div>
              </div>
            )}
          </section>
        </main>
      )}
      {isDragged && <div class="drop" aria-hidden="true">Drop the file to open it</div>}
    </>
  );
}

function TabButton({ own, tab, choose, children }: { own: Tab; tab: Tab; choose: (tab: Tab) => void; children: string }) {
  const isChosen = own === tab;
  return (
    <button
      type="button"
      role="tab"
      id={`tab-${own}`}
      aria-selected={isChosen}
      aria-controls="panel"
      tabIndex={isChosen ? 0 : -1}
      onClick={() => {
        choose(own);
      }}
      onKeyDown={({ key }) => {
        if (key !== "ArrowLeft" && key !== "ArrowRight") return;
        const other = own === "pack" ? "ranked" : "pack";
        choose(other);
        document.getElementById(`tab-${other}`)?.focus();
      }}
    >
      {children}
    </button>
  );
}

/** What is open, and how to open something else. */
function ProjectLine({ session }: { session: Session }) {
  const input = useRef<HTMLInputElement>(null);
  const { project } = session.view;
  if (project.state !== "open") return null;
  const { info } = project;
  const languages = [...info.languages].sort((a, b) => b.bytes - a.bytes).slice(0, 3).map(({ name }) => name);
  const out = info.left_out;
  const without = [
    out.files > 0 ? `${out.files.toLocaleString("en")} files left out` : "",
    out.texts > 0 ? `${out.texts.toLocaleString("en")} without their text` : "",
  ].filter((part) => part !== "");
  return (
    <div class="project">
      <strong>{project.name}</strong>
      <span class="quiet">
        {info.files.toLocaleString("en")} files · {languages.join(", ")}
        {typeof info.commit === "string" && <> · <code>{info.commit.slice(0, 9)}</code></>}
        {without.length > 0 && <> · {without.join(", ")}</>}
      </span>
      <button type="button" onClick={() => input.current?.click()}>Open another</button>
      <input
        ref={input}
        class="unseen"
        type="file"
        tabIndex={-1}
        aria-label="Another exported file"
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          if (file !== undefined) void session.open(file, file.name);
          currentTarget.value = "";
        }}
      />
    </div>
  );
}

/** How large the pack is, and taking it away. */
function Summary({ session }: { session: Session }) {
  const { shown, project } = session.view;
  if (shown === undefined || project.state !== "open") return null;
  const { json, pack, choice } = shown;
  const isJson = choice.format === "json";
  // With JSON what is taken away is the object; its text is shown.
  const bytes = isJson ? `${pack.json}\n` : pack.text;
  const end = { markdown: "md", xml: "xml", json: "json" }[choice.format];
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(bytes);
      session.say("The pack is on the clipboard");
    } catch {
      session.say("The browser does not let the page write to the clipboard; download the pack instead");
    }
  };
  const download = (): void => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([bytes], { type: isJson ? "application/json" : "text/plain" }));
    link.download = `${project.name.replaceAll(/[^\w.-]+/gu, "-")}-pack.${end}`;
    link.click();
    setTimeout(() => {
      URL.revokeObjectURL(link.href);
    }, 10_000);
    session.say(`${link.download} is being downloaded`);
  };
  const isWeak = json.confidence === "weak" || json.confidence === "none";
  return (
    <div class="summary">
      <p>
        <strong data-tokens={json.tokens} data-made={shown.made}>{json.tokens.toLocaleString("en")}</strong> of {json.budget.toLocaleString("en")} tokens ·{" "}
        {json.included.length.toLocaleString("en")} files · counted by {json.tokenizer} · {Math.round(shown.milliseconds)} ms
        {isWeak && <span class="weak"> · a weak match: hardly any word of the question is in the project</span>}
      </p>
      <div class="actions">
        <span class="quiet notice" aria-hidden="true">{session.view.done}</span>
        <button type="button" onClick={() => void copy()}>Copy</button>
        <button type="button" onClick={download}>Download .{end}</button>
      </div>
    </div>
  );
}

function useView(session: Session) {
  const [view, setView] = useState(session.view);
  useEffect(() => session.listen(() => {
    setView(session.view);
  }), [session]);
  return view;
}

/** Opens what is dropped anywhere; returns whether something is held over the page. */
function useDrop(session: Session): boolean {
  const [isDragged, setDragged] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent): void => {
      if (event.dataTransfer?.types.includes("Files") !== true) return;
      event.preventDefault();
      setDragged(true);
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setDragged(false);
    };
    const drop = (event: DragEvent): void => {
      event.preventDefault();
      setDragged(false);
      const file = event.dataTransfer?.files[0];
      if (file !== undefined) void session.open(file, file.name);
    };
    addEventListener("dragover", over);
    addEventListener("dragleave", leave);
    addEventListener("drop", drop);
    return () => {
      removeEventListener("dragover", over);
      removeEventListener("dragleave", leave);
      removeEventListener("drop", drop);
    };
  }, [session]);
  return isDragged;
}
