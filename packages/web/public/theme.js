// Applies the stored theme before the first paint. Without one, ui/tokens.css follows the system's preference.
try {
  const theme = localStorage.getItem('trimtab.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is blocked. The system's preference applies.
}
