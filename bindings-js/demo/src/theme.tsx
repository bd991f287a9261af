// Owns the choice of dark or light; owns no colour.

import { useEffect, useState } from "preact/hooks";

const THEMES = ["auto", "light", "dark"] as const;
type Theme = (typeof THEMES)[number];
const KEY = "graphicle-theme";

function kept(): Theme {
  try {
    return THEMES.find((theme) => theme === localStorage.getItem(KEY)) ?? "auto";
  } catch {
    // A browser may keep nothing for the page.
    return "auto";
  }
}

export function ThemeSwitch() {
  const [theme, setTheme] = useState(kept);
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
    try {
      localStorage.setItem(KEY, theme);
    } catch {
      // Then it is chosen again next time.
    }
  }, [theme]);
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? "auto";
  return (
    <button type="button" class="theme" aria-label={`Colours: ${theme}; change to ${next}`} onClick={() => {
      setTheme(next);
    }}>
      {{ auto: "◐ Auto", light: "○ Light", dark: "● Dark" }[theme]}
    </button>
  );
}
