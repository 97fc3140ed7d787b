import type { MenuNode } from './menuNode';
import own from './own.json';

/** Addresses that the console itself has (platform-services §2), by their route names. */
export const ROUTE = {
  login: '/user/login',
  register: '/user/register',
  registerResult: '/user/register-result',
  ProfileCustom: '/account/profile',
  myNotice: '/account/myNotice',
  status: '/status',
} as const;

/** Pages of the console that no menu has to name. A node of the server with the same path goes before. */
export const OWN = own as MenuNode[];

/** The error pages. */
export const ERROR_PATHS = { '/403': '403', '/404': '404', '/500': '500' } as const;
export type ErrorStatus = (typeof ERROR_PATHS)[keyof typeof ERROR_PATHS];
