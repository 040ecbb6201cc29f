/** Sets the page's title in the browser tab and the history. */
export function PageTitle({ title }: { title: string }) {
  return <title>{`${title} · Trimtab`}</title>;
}
