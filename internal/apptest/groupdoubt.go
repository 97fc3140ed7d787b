package apptest

func (p *GroupFixture) Does(id, action string) int {
	p.Helper()
	return p.Users.Direct.Put(GroupOrdersPath+"/"+id+"/"+action, nil).Status
}
