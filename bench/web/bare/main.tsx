import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Route, Routes } from 'react-router-dom';

/**
 * The smallest page of this stack: one route that shows one response of the server. The console has its own router.
 * This page still uses the library's router, so that results of different versions can be compared.
 */
function Hello() {
  const { data } = useQuery({
    queryKey: ['health'],
    queryFn: async () => (await fetch('/healthz')).text(),
  });
  return (
    <main>
      <h1>Hello</h1>
      {data === undefined ? null : <p data-shown>{data}</p>}
    </main>
  );
}

const root = document.querySelector('#root');
if (root === null) throw new Error('index.html has no #root.');
createRoot(root).render(
  <QueryClientProvider client={new QueryClient()}>
    <BrowserRouter>
      <Routes>
        <Route index element={<Hello />} />
      </Routes>
    </BrowserRouter>
  </QueryClientProvider>,
);
