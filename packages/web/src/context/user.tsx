import { createContext, type ReactNode, useContext } from 'react';

/** The signed-in user. */
export type User = {
  name: string;
  /** Name, avatar and sign-out menu for the top bar. The sign-in module provides it, so that its code is loaded only there. */
  badge: ReactNode;
  signOut: () => void;
};

/** The signed-in user; null if no sign-in is configured. */
export const UserContext = createContext<User | null>(null);

/** The signed-in user, or null if no sign-in is configured. */
export function useUser(): User | null {
  return useContext(UserContext);
}
