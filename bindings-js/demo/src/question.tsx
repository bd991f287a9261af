// Owns the question's field; owns no answer.

import type { Session, View } from "./session.ts";

/** Questions that any project has an answer to. */
const EXAMPLES = ["Where does the program start?", "How are errors handled and reported?", "Where is the configuration read?"];

export function Question({ session, view }: { session: Session; view: View }) {
  const { choice } = view;
  const ask = (question: string): void => {
    session.choose({ ...session.view.choice, question });
    session.ask();
  };
  return (
    <form
      class="question"
      onSubmit={(event) => {
        event.preventDefault();
        session.ask();
      }}
    >
      <label for="question">Question or change request</label>
      <textarea
        id="question"
        rows={4}
        value={choice.question}
        placeholder="Empty: an overview of the repository"
        onInput={({ currentTarget }) => {
          session.choose({ ...session.view.choice, question: currentTarget.value });
        }}
        onKeyDown={(event) => {
          if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
          event.preventDefault();
          session.ask();
        }}
      />
      <div class="actions">
        <button type="submit" class="main">Make the pack</button>
        {choice.question !== "" && (
          <button type="button" onClick={() => {
            ask("");
          }}>Overview</button>
        )}
      </div>
      {choice.question === "" && (
        <ul class="examples" aria-label="Examples">
          {EXAMPLES.map((example) => (
            <li key={example}>
              <button type="button" class="link" onClick={() => {
                ask(example);
              }}>{example}</button>
            </li>
          ))}
        </ul>
      )}
    </form>
  );
}
