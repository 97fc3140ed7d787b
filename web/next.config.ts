import { existsSync, readFileSync } from 'node:fs';
import type { NextConfig } from 'next';
import { PHASE_DEVELOPMENT_SERVER } from 'next/constants.js';
import { generate, watch } from './scripts/generated.mjs';

const ORIGIN = process.env.API_ORIGIN ?? 'http://127.0.0.1:8080';

/** What antd computes in the browser, and the console when it is built (`scripts/antd`). */
const ANTD_COMPUTES = [
  '**/node_modules/antd/es/*/style/**/*.js',
  '**/node_modules/antd/es/_util/wave/{index,style}.js',
  '**/node_modules/antd/es/button/DefaultLoadingIcon.js',
  '**/node_modules/antd/es/empty/{empty,simple}.js',
  '**/node_modules/antd/es/{alert/Alert,badge/Badge,locale/useLocale,segmented/index,space/Compact}.js',
  '**/node_modules/@rc-component/segmented/es/MotionThumb.js',
  '**/node_modules/antd/es/skeleton/{Avatar,Button,Image,Input}.js',
  '**/node_modules/antd/es/theme/**/*.js',
  '**/node_modules/antd/es/form/context.js',
  '**/node_modules/antd/es/tooltip/util.js',
  '**/node_modules/@ant-design/cssinjs/es/index.js',
  '**/node_modules/@ant-design/icons/es/components/AntdIcon{,Light}.js',
];

/** With the sum of what it puts in their place, by which the build's cache knows that it changed. */
const LOADER = {
  loader: './scripts/antd/loader.cjs',
  options: { sum: existsSync('.antd/sum') ? readFileSync('.antd/sum', 'utf8') : '' },
};

export default function config(phase: string): NextConfig {
  const dev = phase === PHASE_DEVELOPMENT_SERVER;
  generate();
  if (dev) watch();
  return {
    reactStrictMode: true,
    poweredByHeader: false,
    typescript: { ignoreBuildErrors: true }, // `scripts/build.mjs` looks for them beside the build
    productionBrowserSourceMaps: Boolean(process.env.SOURCE_MAPS),
    images: { unoptimized: true },
    generateBuildId: () => process.env.BUILD_ID ?? 'local',
    reactCompiler: true,
    experimental: {
      turbopackRustReactCompiler: true,
      // Of the router's client nothing is used but the path: without these its code is smaller.
      optimisticRouting: false,
      prefetchInlining: false,
      varyParams: false,
      // A page's styles come without those of other features: the default puts them into few sheets.
      cssChunking: { type: 'graph', requestCost: 4_000, weightDistribution: 0.5 },
      // What a page alone needs comes as few files: small shared pieces cost more to ask for than to load twice.
      turbopackChunking: { minChunkSize: 120_000, requestCost: 400_000 },
    },
    turbopack: {
      rules: {
        ...Object.fromEntries(ANTD_COMPUTES.map((glob) => [glob, { loaders: [LOADER] }])),
        '**/messages/*/*.json': { loaders: ['./scripts/words.cjs'], as: '*.js' },
      },
      resolveAlias: {
        'use-intl/format-message': './src/lib/i18n/formatMessage.ts',
      },
    },
    // An export rejects `rewrites`; in development they play the part of the distribution.
    ...(dev
      ? {
          rewrites: async () => ({
            beforeFiles: [],
            afterFiles: [
              { source: '/api/:path*', destination: `${ORIGIN}/api/:path*` },
              { source: '/ws', destination: `${ORIGIN}/ws` },
            ],
            fallback: [],
          }),
        }
      : { output: 'export' }),
  };
}
