'use client';
import { Home } from './Home';

/** What an agent earns and who runs low; the part of its first page. */
export default function OwnHome() {
  return <Home agentId={undefined} />;
}
