import type { NextConfig } from 'next';
import { PHASE_DEVELOPMENT_SERVER } from 'next/constants.js';

const ORIGIN = process.env.API_ORIGIN ?? 'http://127.0.0.1:8080';

export default function config(phase: string): NextConfig {
  const dev = phase === PHASE_DEVELOPMENT_SERVER;
  return {
    reactStrictMode: true,
    poweredByHeader: false,
    images: { unoptimized: true },
    generateBuildId: () => process.env.BUILD_ID ?? 'local',
    reactCompiler: true,
    experimental: { turbopackRustReactCompiler: true },
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
