// What every list and form says, in the order of LOCALES.
export const TEXTS = {
  empty: ['暂无数据。', 'Nothing here yet.', 'Ainda não há nada aqui.', '尚無資料。'],
  add: ['新建', 'New', 'Novo', '新增'],
  edit: ['编辑', 'Edit', 'Editar', '編輯'],
  del: ['删除', 'Delete', 'Excluir', '刪除'],
  delTitle: ['删除“{name}”？', 'Delete “{name}”?', 'Excluir “{name}”?', '刪除「{name}」？'],
  delText: ['此操作不可撤销。', 'This can’t be undone.', 'Não é possível desfazer.', '此操作無法復原。'],
  deleted: ['已删除', 'Deleted', 'Excluído', '已刪除'],
};
