import { ClientRoot } from '@/app/ClientRoot';

/** The only HTML file. The distribution answers every other path with it. */
export function generateStaticParams() {
  return [{ slug: [] as string[] }];
}

export default function Page() {
  return <ClientRoot />;
}
