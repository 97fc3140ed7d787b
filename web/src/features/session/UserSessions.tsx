'use client';
import { useSearch } from '@/router/navigate';
import { SessionList } from './SessionList';

/** Where whoever the page is about (`?id=`) is signed in; a part of a customer's or an agent's page. */
export default function UserSessions() {
  const userId = useSearch().params.get('id') ?? '';
  return <SessionList userId={userId} prefix="c_sessions_" />;
}
