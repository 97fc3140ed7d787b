import type { Metadata, Viewport } from 'next';
import type { ReactNode } from 'react';
import './globals.css';

export const metadata: Metadata = { icons: { icon: '/favicon.svg' } };
export const viewport: Viewport = { width: 'device-width', initialScale: 1 };

// Runs before the first paint: no white flash in dark mode, the right language for assistive technology.
const boot = `(function(){try{var p=JSON.parse(localStorage.getItem('prefs')||'{}').state||{};
document.documentElement.dataset.theme=p.dark?'dark':'light';
if(p.locale)document.documentElement.lang=p.locale}catch(e){}})()`;

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="zh-CN" suppressHydrationWarning>
      <head>
        {/* Not metadata: Next would write it again at each change of the address, over the page's own. */}
        <title>Herald</title>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, allowed by its hash in the content policy */}
        <script dangerouslySetInnerHTML={{ __html: boot }} />
      </head>
      <body>{children}</body>
    </html>
  );
}
