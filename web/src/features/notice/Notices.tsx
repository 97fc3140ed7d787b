'use client';
import { Posts } from './Posts';

export default function Notices() {
  return <Posts kind="notice" />;
}
