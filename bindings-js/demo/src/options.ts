// Owns what a person has chosen, as a value and as the address behind the hash; it holds no content of a project. It owns no
// meaning of an option: the engine reads them.

import type { PackRequest } from "@graphicle/wasm/worker";

export const SECTIONS = ["arch", "map", "focus", "paths", "tests", "docs", "breadth", "manifest"] as const;
export type SectionName = (typeof SECTIONS)[number];

/** The sections in words. */
export const SECTION_WORDS: Record<string, string> = {
  header: "Header",
  manifest: "Manifest",
  arch: "Architecture",
  map: "Map",
  focus: "Focus",
  paths: "Call paths",
  tests: "Tests",
  docs: "Docs",
  breadth: "Breadth",
};

export const LEAST_BUDGET = 512;
export const MOST_BUDGET = 2_000_000;

/** Everything that can be chosen. */
export interface Choice {
  readonly question: string;
  readonly budget: number;
  readonly layout: "standard" | "cache";
  readonly share: number;
  readonly format: "markdown" | "xml" | "json";
  readonly order: "relevant-last" | "relevant-first";
  readonly lineNumbers: "focus" | "all" | "none";
  readonly sections: readonly SectionName[];
  readonly pins: readonly string[];
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly exact: boolean;
}

export const DEFAULTS: Choice = {
  question: "",
  budget: 32_000,
  layout: "standard",
  share: 0.9,
  format: "markdown",
  order: "relevant-last",
  lineNumbers: "focus",
  sections: SECTIONS,
  pins: [],
  include: [],
  exclude: [],
  exact: false,
};

/** Returns the request that means a choice. */
export function request(choice: Choice): PackRequest & { exact: boolean } {
  const { question, budget, layout, share, format, order, lineNumbers, sections, pins, include, exclude, exact } = choice;
  return {
    ...(question.trim() === "" ? {} : { question }),
    budget,
    format,
    order,
    lineNumbers,
    layout,
    ...(layout === "cache" ? { prefixShare: share } : {}),
    ...(sections.length === SECTIONS.length ? {} : { sections: [...sections] }),
    pins: [...pins],
    include: [...include],
    exclude: [...exclude],
    exact,
  };
}

/** Returns the least text that says how a choice differs from the defaults. */
export function toHash(choice: Choice): string {
  const said = new URLSearchParams();
  const { question, budget, layout, share, format, order, lineNumbers, sections } = choice;
  if (question !== "") said.set("q", question);
  if (budget !== DEFAULTS.budget) said.set("budget", String(budget));
  if (layout !== DEFAULTS.layout) said.set("layout", layout);
  if (share !== DEFAULTS.share) said.set("share", String(share));
  if (format !== DEFAULTS.format) said.set("format", format);
  if (order !== DEFAULTS.order) said.set("order", order);
  if (lineNumbers !== DEFAULTS.lineNumbers) said.set("numbers", lineNumbers);
  if (sections.length !== SECTIONS.length) said.set("sections", sections.join(","));
  for (const pin of choice.pins) said.append("pin", pin);
  for (const pattern of choice.include) said.append("include", pattern);
  for (const pattern of choice.exclude) said.append("exclude", pattern);
  return said.toString();
}

/** Reads what {@link toHash} wrote; whatever else stands there is passed over. */
export function fromHash(hash: string): Choice {
  const said = new URLSearchParams(hash.replace(/^#/u, ""));
  const one = <T extends string>(name: string, values: readonly T[], otherwise: T): T =>
    values.find((value) => value === said.get(name)) ?? otherwise;
  const number = (name: string, least: number, most: number, otherwise: number): number => {
    const value = Number(said.get(name) ?? Number.NaN);
    return Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : otherwise;
  };
  const named = said.get("sections")?.split(",");
  return {
    question: said.get("q") ?? "",
    budget: Math.round(number("budget", LEAST_BUDGET, MOST_BUDGET, DEFAULTS.budget)),
    layout: one("layout", ["standard", "cache"], DEFAULTS.layout),
    share: number("share", 0.1, 1, DEFAULTS.share),
    format: one("format", ["markdown", "xml", "json"], DEFAULTS.format),
    order: one("order", ["relevant-last", "relevant-first"], DEFAULTS.order),
    lineNumbers: one("numbers", ["focus", "all", "none"], DEFAULTS.lineNumbers),
    sections: named === undefined ? SECTIONS : SECTIONS.filter((name) => named.includes(name)),
    pins: said.getAll("pin"),
    include: said.getAll("include"),
    exclude: said.getAll("exclude"),
    exact: false,
  };
}

/** Returns a path as a pattern that matches it alone. */
export function patternOf(path: string): string {
  return `/${path.replaceAll(/[\\*?[\]!#]/gu, "\\$&").replace(/ $/u, "\\ ")}`;
}

/** Returns what a budget reads like: 32k, 1.5m. */
export function shortNumber(tokens: number): string {
  if (tokens < 1000) return String(tokens);
  if (tokens < 1_000_000) return `${String(Math.round(tokens / 100) / 10)}k`;
  return `${String(Math.round(tokens / 10_000) / 100)}m`;
}
