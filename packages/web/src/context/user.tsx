import { createContext, type ReactNode, useContext } from 'react';

/** Who is signed in. */
export type User = {
  name: string;
  /** Name, avatar and the way out, for the top bar. The sign-in brings it: without one, none of its code is loaded. */
  badge: ReactNode;
};

/** The signed-in user; null where no sign-in is configured. */
export const UserContext = createContext<User | null>(null);

/** Who is signed in, or null where no sign-in is configured. */
export function useUser(): User | null {
  return useContext(UserContext);
}
