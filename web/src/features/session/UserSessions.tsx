'use client';
import { useSearch } from '@/router/navigate';
import { SessionList } from './SessionList';

/** The sessions of the user that the page shows (`?id=`); a part of a customer's or an agent's page. */
export default function UserSessions() {
  const userId = useSearch().params.get('id') ?? '';
  return <SessionList userId={userId} prefix="c_sessions_" />;
}
