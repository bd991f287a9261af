// Owns putting the page into the document; owns nothing of the page.

import "./style.css";

import { render } from "preact";

import { Page } from "./page.tsx";
import { Session } from "./session.ts";

const root = document.getElementById("page");
const beside = document.querySelector<HTMLMetaElement>('meta[name="graphicle-snapshot"]')?.content ?? "";
if (root !== null) render(<Page session={new Session(beside)} />, root);
