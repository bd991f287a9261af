// Owns the options' fields; owns no meaning of an option.

import { useEffect, useState } from "preact/hooks";

import { type Choice, LEAST_BUDGET, MOST_BUDGET, SECTION_WORDS, SECTIONS, shortNumber } from "./options.ts";
import type { Session, View } from "./session.ts";

/** The slider goes by powers, in so many steps. */
const STEPS = 240;

function stepOf(budget: number): number {
  return Math.round((STEPS * Math.log(budget / LEAST_BUDGET)) / Math.log(MOST_BUDGET / LEAST_BUDGET));
}

function budgetAt(step: number): number {
  const exact = LEAST_BUDGET * (MOST_BUDGET / LEAST_BUDGET) ** (step / STEPS);
  const digits = 10 ** Math.max(0, Math.floor(Math.log10(exact)) - 1);
  return Math.min(MOST_BUDGET, Math.max(LEAST_BUDGET, Math.round(exact / digits) * digits));
}

export function Controls({ session, view }: { session: Session; view: View }) {
  const { choice } = view;
  const change = (part: Partial<Choice>): void => {
    session.choose({ ...session.view.choice, ...part });
  };
  return (
    <div class="controls">
      <Budget choice={choice} change={change} />
      <div class="pair">
        <Select label="Layout" value={choice.layout} values={{ standard: "Standard", cache: "Prompt cache" }} choose={(layout) => {
          change({ layout });
        }} />
        <Select label="Format" value={choice.format} values={{ markdown: "Markdown", xml: "XML", json: "JSON" }} choose={(format) => {
          change({ format });
        }} />
        <Select label="Order" value={choice.order} values={{ "relevant-last": "Relevant last", "relevant-first": "Relevant first" }} choose={(order) => {
          change({ order });
        }} />
        <Select label="Line numbers" value={choice.lineNumbers} values={{ focus: "In the focus", all: "Everywhere", none: "None" }} choose={(lineNumbers) => {
          change({ lineNumbers });
        }} />
      </div>
      {choice.layout === "cache" && (
        <label class="field">
          Repository part: {Math.round(choice.share * 100)} %
          <input type="range" min={10} max={100} step={5} value={Math.round(choice.share * 100)} onInput={({ currentTarget }) => {
            change({ share: Number(currentTarget.value) / 100 });
          }} />
        </label>
      )}
      <fieldset>
        <legend>Sections</legend>
        <div class="checks">
          {SECTIONS.map((name) => (
            <label key={name}>
              <input
                type="checkbox"
                checked={choice.sections.includes(name)}
                onChange={({ currentTarget }) => {
                  const sections = SECTIONS.filter((own) => (own === name ? currentTarget.checked : choice.sections.includes(own)));
                  if (sections.length > 0) change({ sections });
                  else currentTarget.checked = true;
                }}
              />
              {SECTION_WORDS[name]}
            </label>
          ))}
        </div>
      </fieldset>
      <Lines label="Pinned" what="src/login.py:10-40" values={choice.pins} put={(pins) => {
        change({ pins });
      }} />
      <Lines label="Only files that match" what="src/**" values={choice.include} put={(include) => {
        change({ include });
      }} />
      <Lines label="No file that matches" what="*_test.go" values={choice.exclude} put={(exclude) => {
        change({ exclude });
      }} />
      <fieldset>
        <legend>Tokens</legend>
        {view.tokenizer === "" ? (
          <label class="field">
            Count exactly, by a tokenizer.json
            <input type="file" accept=".json,application/json" onChange={({ currentTarget }) => {
              const file = currentTarget.files?.[0];
              if (file !== undefined) void session.loadTokenizer(file);
              currentTarget.value = "";
            }} />
          </label>
        ) : (
          <label>
            <input type="checkbox" checked={choice.exact} onChange={({ currentTarget }) => {
              change({ exact: currentTarget.checked });
            }} />
            {view.tokenizer}
          </label>
        )}
      </fieldset>
    </div>
  );
}

function Budget({ choice, change }: { choice: Choice; change: (part: Partial<Choice>) => void }) {
  const [typed, setTyped] = useState(String(choice.budget));
  useEffect(() => {
    setTyped(String(choice.budget));
  }, [choice.budget]);
  const budget = Number(typed.trim().replace(/k$/iu, "e3").replace(/m$/iu, "e6").replaceAll(/[,_ ]/gu, ""));
  const isRight = Number.isFinite(budget) && budget >= LEAST_BUDGET && budget <= MOST_BUDGET;
  return (
    <div class="budget">
      <label for="budget">Budget, tokens</label>
      <input
        id="budget"
        inputMode="numeric"
        value={typed}
        aria-invalid={!isRight}
        aria-describedby="budget-help"
        onInput={({ currentTarget }) => {
          setTyped(currentTarget.value);
        }}
        onBlur={() => {
          if (isRight) change({ budget: Math.round(budget) });
        }}
        onKeyDown={({ key }) => {
          if (key === "Enter" && isRight) change({ budget: Math.round(budget) });
        }}
      />
      <input
        type="range"
        aria-label="Budget"
        aria-valuetext={`${choice.budget.toLocaleString("en")} tokens`}
        min={0}
        max={STEPS}
        value={stepOf(choice.budget)}
        onInput={({ currentTarget }) => {
          change({ budget: budgetAt(Number(currentTarget.value)) });
        }}
      />
      <p id="budget-help" class={isRight ? "quiet" : "error"}>
        {isRight ? `${shortNumber(LEAST_BUDGET)} to ${shortNumber(MOST_BUDGET)}; 128k and 1m are read too` : "Give a number from 512 to 2,000,000, such as 32k"}
      </p>
    </div>
  );
}

function Select<T extends string>({ label, value, values, choose }: { label: string; value: T; values: Record<T, string>; choose: (value: T) => void }) {
  return (
    <label class="field">
      {label}
      <select value={value} onChange={({ currentTarget }) => {
        choose(currentTarget.value as T);
      }}>
        {(Object.keys(values) as T[]).map((own) => (
          <option key={own} value={own}>{values[own]}</option>
        ))}
      </select>
    </label>
  );
}

/** A list of texts that are put in one by one and taken out by a click. */
function Lines({ label, what, values, put }: { label: string; what: string; values: readonly string[]; put: (values: string[]) => void }) {
  const [typed, setTyped] = useState("");
  const add = (): void => {
    const value = typed.trim();
    if (value !== "" && !values.includes(value)) put([...values, value]);
    setTyped("");
  };
  return (
    <div class="lines">
      <label class="field">
        {label}
        <input value={typed} placeholder={what} onInput={({ currentTarget }) => {
          setTyped(currentTarget.value);
        }} onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          add();
        }} onBlur={add} />
      </label>
      {values.length > 0 && (
        <ul>
          {values.map((value) => (
            <li key={value}>
              <code>{value}</code>
              <button type="button" aria-label={`Take out ${value}`} onClick={() => {
                put(values.filter((own) => own !== value));
              }}>×</button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
