import { createContext, useContext } from 'react';

/** Who is signed in. */
export type User = { name: string };

/** The signed-in user; null where no sign-in is configured. */
export const UserContext = createContext<User | null>(null);

/** Who is signed in, or null where no sign-in is configured. */
export function useUser(): User | null {
  return useContext(UserContext);
}
