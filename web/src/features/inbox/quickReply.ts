/** The shortcut that is being typed at the end of a text: a slash at its start or behind a blank. Undefined for none. */
export function typedShortcut(text: string): string | undefined {
  return /(?:^|\s)\/([^\s/]*)$/.exec(text)?.[1];
}

/** A text with the typed shortcut replaced by a quick reply; without a name its placeholder leaves no gap. */
export function inserted(text: string, reply: string, name: string): string {
  const filled = name
    ? reply.replaceAll('{name}', name)
    : reply.replace(/ ?\{name\}/g, '').replace(/^[,，、!！ ]+/, '');
  return text.replace(/\/[^\s/]*$/, () => filled);
}
