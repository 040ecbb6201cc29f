import type { Client } from '@trimtab/core';
import { createContext, type ReactNode, useContext } from 'react';

const ClientContext = createContext<Client | null>(null);

/** Provides the API client of this console. */
export function ClientProvider({ client, children }: { client: Client; children: ReactNode }) {
  return <ClientContext value={client}>{children}</ClientContext>;
}

/** The API client. */
export function useClient(): Client {
  const client = useContext(ClientContext);
  if (client === null) throw new Error('useClient needs a ClientProvider above it.');
  return client;
}
