import { Button } from 'antd';
import { useTranslations } from 'next-intl';
import { PageDrawer } from '@/kit/modal/PageModal';
import { RecordDetails } from '@/kit/page/DetailPage';
import type { Columns } from '@/kit/resource/schema';
import { PermissionTree } from './PermissionTree';
import type { ROLE_LIST, Role } from './role';
import css from './role.module.css';

type Props = {
  role: Role | null;
  columns: Columns<typeof ROLE_LIST, 'role'>;
  onClose: () => void;
  onCopy: (role: Role) => void;
  copies: boolean;
};

/** Shows the permissions of a built-in role, which can be copied but not changed. */
export function RoleView({ role, columns, onClose, onCopy, copies }: Props) {
  const t = useTranslations('role');
  return (
    <PageDrawer
      open={role !== null}
      title={role?.name}
      size={760}
      styles={{ wrapper: { maxWidth: '100vw' } }}
      onClose={onClose}
      extra={role && copies && <Button onClick={() => onCopy(role)}>{t('copy')}</Button>}
    >
      {role && (
        <>
          <RecordDetails words="role" columns={columns} row={role} />
          <div className={css.below}>
            <PermissionTree key={role.code} value={role.permissions ?? []} readOnly />
          </div>
        </>
      )}
    </PageDrawer>
  );
}
