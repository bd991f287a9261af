/** Reads an item from the server. */
export async function readItem(key: string): Promise<string> {
  const answer = await fetch(`/${key}`);
  return answer.ok ? answer.text() : "";
}

/** Shows items, one under the other. */
export async function showItems(keys: string[]): Promise<void> {
  for (const key of keys) {
    document.body.append(await readItem(key));
  }
}
