package apptest

func TemplateBody(name string) Object {
	return Object{"name": name, "language": "pt_BR", "category": "MARKETING", "content": "Oi {nome}, o seu código é {code}!",
		"placeholders": []Object{{"name": "nome", "content": "Ana"}}}
}
