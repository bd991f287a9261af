// Owns what every surface is asked: questions and options, as JavaScript takes them and as the command line does. It owns
// no project and no answer.

/** Questions by project; a project that is not listed is asked the last ones. */
const QUESTIONS = {
  golden: ["How does the store decide which items to evict when it is full?"],
  engine: ["Where is a text cut into passages?", "Why would `Unpacker` refuse a file?\n\nthread panicked at portable/unpack.rs:80:5\n"],
  hostile: ["Where is <|endoftext|> put behind a text?", "größe 数据 \u{1f4d6} weight_17"],
  untold: ["How does the store decide which items to evict when it is full?"],
  others: ["How does the scheduler bind a pod to a node?", "Why does the Job controller count a failed pod create twice?"],
};

/** Options that every question is asked with. */
const SETTINGS = [
  {},
  { budget: "2k" },
  { budget: 1500, format: "xml" },
  { budget: 6000, format: "xml", lineNumbers: "all", order: "relevant-first" },
  { budget: 4000, lineNumbers: "none", sections: ["arch", "focus", "manifest"] },
  { layout: "cache", budget: 12_000 },
  { prefixShare: 0.5, budget: 8000, format: "xml" },
  { bytesPerToken: 3.1, budget: 3000 },
  { budget: 5000, exact: true },
];

/** Options without a question. */
const OVERVIEWS = [{ budget: 3000 }, { budget: 1_000_000, format: "xml" }, { prefixShare: 1, budget: 8000 }];

/** Options that name files, by project. */
const NAMED = {
  golden: [{ pins: ["README.md", "store/policy.go:1-20"], include: ["**/*.go", "*.md"], budget: 4000 }],
  engine: [{ pins: ["passage.rs:1-40"], exclude: ["pack/**"], budget: 8000 }],
  hostile: [{ pins: ["bytes/controls.txt", "paths/with space.py:1"], exclude: ["*.js"], budget: 4000 }],
};

/** Returns the cases of a project: a name, and options of `pack`, where `exact` asks for counts by the tokenizer. */
export function casesOf(project) {
  const questions = QUESTIONS[project] ?? QUESTIONS.others;
  const asked = questions.flatMap((question) => [...SETTINGS, ...(NAMED[project] ?? [])].map((options) => ({ question, ...options })));
  return [...asked, ...OVERVIEWS].map((options) => ({ name: `${project} ${JSON.stringify(options)}`, options }));
}

/** Returns options as the command line takes them. */
export function argumentsOf(options, tokenizer) {
  const args = [];
  const say = (option, value) => {
    if (value !== undefined) args.push(option, String(value));
  };
  say("--budget", options.budget);
  say("--format", options.format);
  say("--order", options.order);
  say("--line-numbers", options.lineNumbers);
  say("--sections", options.sections?.join(","));
  say("--layout", options.layout);
  say("--prefix-share", options.prefixShare);
  say("--bytes-per-token", options.bytesPerToken);
  for (const pin of options.pins ?? []) say("--pin", pin);
  for (const pattern of options.include ?? []) say("--include", pattern);
  for (const pattern of options.exclude ?? []) say("--exclude", pattern);
  if (options.exact) say("--tokenizer", tokenizer);
  if (options.question !== undefined) args.push("--", options.question);
  return args;
}
