import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Link, NavLink, Router, useLocation, useNavigate } from './router.tsx';

const runner = location.href;
beforeEach(() => history.replaceState(null, '', '/first?view=all'));
afterEach(() => {
  cleanup();
  history.replaceState(null, '', runner);
});

function Shown() {
  const { pathname, search, hash, state } = useLocation();
  return <output>{JSON.stringify([pathname + search + hash, state])}</output>;
}
const shown = () => JSON.parse(screen.getByRole('status').textContent);

function open(content: React.ReactNode) {
  render(
    <Router>
      <Shown />
      {content}
    </Router>,
  );
}
/** Whether the browser would follow the link after the click. */
const click = (name: string, options: MouseEventInit = {}) => fireEvent.click(screen.getByText(name), options);

it('shows the page of a link, and the previous one after Back', async () => {
  open(<Link to="/next?a=b#c">next</Link>);
  expect(shown()).toEqual(['/first?view=all', null]);
  expect(click('next')).toBe(false);
  expect(shown()).toEqual(['/next?a=b#c', null]);
  expect(location.pathname + location.search + location.hash).toBe('/next?a=b#c');
  history.back();
  await expect.poll(shown).toEqual(['/first?view=all', null]);
});

it('draws another page in the task of the click', async () => {
  open(<Link to="/next">next</Link>);
  let drawn = '';
  // Outside the test library's `act`, which would draw everything before it returns.
  setTimeout(() => {
    screen.getByText('next').click();
    queueMicrotask(() => {
      [drawn] = shown();
    });
  }, 0);
  await waitFor(() => expect(drawn).toBe('/next'));
});

it.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
  'leaves a click with %o to the browser',
  (options) => {
    let wasLeft = false;
    const seen = (event: Event) => {
      wasLeft = !event.defaultPrevented;
      event.preventDefault();
    };
    addEventListener('click', seen);
    open(<Link to="/next">next</Link>);
    click('next', options);
    removeEventListener('click', seen);
    expect(wasLeft).toBe(true);
    expect(location.pathname).toBe('/first');
  },
);

it('follows no link whose own handler prevents it', () => {
  open(
    <Link to="/next" onClick={(event) => event.preventDefault()}>
      next
    </Link>,
  );
  click('next');
  expect(location.pathname).toBe('/first');
});

it('adds no entry to the history for a link to the current address', () => {
  open(<Link to="/first?view=all">here</Link>);
  const before = history.length;
  click('here');
  expect(history.length).toBe(before);
});

function Steering() {
  const navigate = useNavigate();
  return (
    <>
      <button type="button" onClick={() => navigate('/next', { state: 'by a tab' })}>
        push
      </button>
      <button type="button" onClick={() => navigate('/next?sort=name', { replace: true })}>
        replace
      </button>
    </>
  );
}

it('passes the state of a navigation once', () => {
  open(<Steering />);
  click('push');
  expect(shown()).toEqual(['/next', 'by a tab']);
  click('replace');
  expect(shown()).toEqual(['/next?sort=name', null]);
});

it('stays on its origin at a path that starts with two slashes', () => {
  open(<Link to="//evil.example.test/">next</Link>);
  click('next');
  expect(location.origin).toBe(new URL(runner).origin);
  expect(shown()).toEqual(['//evil.example.test/', null]);
});

const look = (isCurrent: boolean) => (isCurrent ? 'current' : '');

it.each([
  ['/', ['home']],
  ['/targets', ['targets']],
  ['/targets/', ['targets']],
  ['/targets-of-others', []],
])('marks the links of the page at %s', (path, marked) => {
  history.replaceState(null, '', path);
  open(
    <>
      <NavLink to="/" end className={look}>
        home
      </NavLink>
      <NavLink to="/targets" className={look}>
        targets
      </NavLink>
    </>,
  );
  const links = screen.getAllByRole('link');
  expect(links.filter((link) => link.ariaCurrent === 'page').map((link) => link.textContent)).toEqual(marked);
  expect(links.filter((link) => link.className === 'current').map((link) => link.textContent)).toEqual(marked);
});
