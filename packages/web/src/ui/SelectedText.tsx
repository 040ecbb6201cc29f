/** A read-only text that could not be copied, selected so that one key press copies it. */
export function SelectedText({ label, text }: { label: string; text: string }) {
  return (
    <>
      <p className="mb-3 text-ink-2">The browser did not allow copying. Copy the selected text by hand.</p>
      <textarea
        readOnly
        aria-label={label}
        defaultValue={text}
        rows={Math.min(24, text.split('\n').length + 1)}
        ref={(element) => element?.select()}
        className="w-full resize-y rounded-md border bg-sunken p-3 font-mono text-small break-all"
      />
    </>
  );
}
