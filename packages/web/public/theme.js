// Applies the remembered theme before anything is painted; without one, the system's preference rules (ui/tokens.css).
try {
  const theme = localStorage.getItem('trimtab.theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is blocked: the system's preference it is.
}
