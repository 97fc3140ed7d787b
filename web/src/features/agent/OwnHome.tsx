'use client';
import { Home } from './Home';

/** The agent's overview as a part of its first page. */
export default function OwnHome() {
  return <Home agentId={undefined} />;
}
