/** A node of the server's menu tree (platform-services §2). */
export type MenuNode = {
  id: string;
  /** 0 directory, 1 page */
  type: number;
  /** 1 page module by uri, 2 embedded address, 3 link in a new tab */
  targetType?: number;
  uri?: string;
  path: string;
  icon?: string;
  hidden?: boolean;
  title: string;
  languages?: Record<string, string>;
  children?: MenuNode[] | null;
};
