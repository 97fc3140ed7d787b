'use client';
import { SessionList } from './SessionList';

/** The sessions of a user; a part of a customer's or an agent's page. */
export default function UserSessions({ userId }: { userId: string }) {
  return <SessionList userId={userId} prefix="c_sessions_" />;
}
