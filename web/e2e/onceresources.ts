import { button, del, firstRow, type OnceForm, put, row } from './once';

const NUMBER = { state: 'assigned', returnUntil: '2099-01-01T00:00:00Z' } as const;

/** An account at a provider that the console manages. */
const account = (action: string, call: OnceForm['call'], of: object): OnceForm =>
  button(action, {
    ...{ of: 'features/provider/AccountCard.tsx', path: '/system/provider?id=1', call },
    facts: {
      'get /lop/provider/{id}': {
        ...{ managed: true, fields: [], facts: [], numbers: [], orders: [], ordersOf: 0 },
        items: [
          {
            id: '1',
            name: 'One',
            state: 'active',
            usable: true,
            changed: true,
            values: {},
            keys: {},
            check: {},
            ...of,
          },
        ],
      },
    },
  });

/** A question about numbers that were chosen. */
const chosen = (action: string, rows: object, call: OnceForm['call']): OnceForm =>
  row(action, {
    ...{ of: 'features/resource/ChannelResources.tsx', path: '/channel/resource', rows, call },
    open: async (page) => {
      await firstRow(page).getByRole('checkbox').check();
      return { press: page.getByRole('button', { name: action, exact: true }).first() };
    },
  });

/** Questions of links, leads, numbers, comment templates and accounts at providers. */
export const OF_RESOURCES: OnceForm[] = [
  row('Return', {
    ...{ of: 'features/channelnumber/ChannelNumbers.tsx', path: '/channel/number', rows: NUMBER, who: 'customer' },
    call: put(/\/channel\/number\/return$/),
  }),
  row('Replace', {
    ...{ of: 'features/channelnumber/ChannelNumbers.tsx', path: '/channel/number', rows: NUMBER },
    call: put(/\/channel\/number\/replace$/),
  }),
  row('Approve', {
    ...{ of: 'features/commenttemplate/CommentTemplates.tsx', path: '/comment/template' },
    rows: { status: 'review', version: 1, texts: ['One'] },
    call: put(/\/comment\/template\/review$/),
  }),
  chosen('Mark as broken', { state: 'free' }, put(/\/channel\/resource\/status$/)),
  chosen('Return again', { state: 'returned', returnRefused: 'used' }, put(/\/channel\/resource\/return$/)),
  ...(['number', 'group'] as const).map((kind) =>
    row('Mark as invalid', {
      of: kind === 'number' ? 'features/shuntnumber/ShuntNumbers.tsx' : 'features/shuntgroup/ShuntGroups.tsx',
      ...{ path: `/shunt/${kind}`, rows: { status: 'enabled', url: 'https://chat.whatsapp.com/a' } },
      call: put(new RegExp(`/shunt/${kind}/status$`)),
    }),
  ),
  account('Pause', put(/\/lop\/provider\/account\/usable$/), {}),
  account('Delete', del(/\/lop\/provider\/account\/\w+$/), { configured: false }),
  button('Erase personal data', {
    ...{ of: 'features/lead/LeadPage.tsx', path: '/channel/lead?id=1' },
    facts: { 'get /channel/lead/{id}': { erased: false } },
    call: put(/\/channel\/lead\/\w+\/erase$/),
  }),
];
