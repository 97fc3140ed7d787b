'use client';
import { Posts } from './Posts';

export default function Announcements() {
  return <Posts kind="announcement" />;
}
