import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { followStoredTheme } from '../browser/theme.ts';
// oxlint-disable-next-line import/no-unassigned-import -- a style sheet has nothing to assign.
import './app.css';
import { preloadHome } from './routes/routes.tsx';
import { browserDeps, start } from './start.tsx';

const root = document.querySelector('#root');
if (root === null) throw new Error('index.html has no #root.');

followStoredTheme();
if (location.pathname === '/') preloadHome();
const app = await start(browserDeps);
// As a transition, so that React divides the first render into short tasks.
if (app !== null) startTransition(() => createRoot(root).render(app));
