import type { Metadata, Viewport } from 'next';
import type { ReactNode } from 'react';
import './globals.css';

export const metadata: Metadata = { icons: { icon: '/favicon.svg' } };
export const viewport: Viewport = { width: 'device-width', initialScale: 1 };

// Runs before everything else: no white flash in dark mode, the right language for assistive technology, and a token leaves
// the address before any script or router has read it (decisions §3).
const boot = `(function(){var d=document.documentElement;try{var u=new URL(location.href),q=u.searchParams;
if(q.has('access_token')){window.heraldToken=q.get('access_token');q.delete('access_token');
history.replaceState(null,'',u.pathname+u.search+u.hash)}}catch(e){}
try{var p=JSON.parse(localStorage.getItem('prefs')||'{}').state||{};
d.dataset.theme=(p.followSystem?matchMedia('(prefers-color-scheme: dark)').matches:p.dark)?'dark':'light';
d.dataset.accent=p.primary||'';if(p.localeAt&&Date.now()-p.localeAt>2592e5)p.locale='';
d.lang=p.locale||(navigator.languages||[]).map(function(l){return/^zh\\b.*-(hant|tw|hk|mo)\\b/i.test(l)?'zh-TW':/^zh\\b/i.test(l)?'zh-CN':
/^en\\b/i.test(l)?'en-US':/^pt\\b/i.test(l)?'pt-BR':''}).filter(Boolean)[0]||'zh-CN'}catch(e){}})()`;

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
