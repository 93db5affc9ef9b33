/** What a person says about a run, as typed. */

export interface LabelForm {
  readonly name: string;
  readonly note: string;
  readonly tags: string;
}

const MAX_TAGS = 16;
const MAX_TAG_CHARS = 32;

interface Labelled {
  readonly name: string | null;
  readonly note: string | null;
  readonly tags: readonly string[];
}

export function labelForm({ name, note, tags }: Labelled): LabelForm {
  return { name: name ?? '', note: note ?? '', tags: tags.join(' ') };
}

/** Words, each once, in the order they were typed; commas part them as well as spaces. */
export function tagsOf(text: string): string[] {
  return [...new Set(text.split(/[\s,]+/).filter((tag) => tag !== ''))];
}

export function labelFault(form: LabelForm): string | null {
  const tags = tagsOf(form.tags);
  if (tags.length > MAX_TAGS) return `At most ${MAX_TAGS} tags`;
  return tags.some((tag) => tag.length > MAX_TAG_CHARS)
    ? `A tag has at most ${MAX_TAG_CHARS} characters`
    : null;
}

export function labelRequest({ name, note, tags }: LabelForm) {
  return { name: name.trim() || null, note: note.trim() || null, tags: tagsOf(tags) };
}
