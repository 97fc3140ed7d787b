package bulk_test

import (
	"bytes"
	"image"
	"image/png"
	"testing"

	"herald/pkg/kit/money"
)

// A file of another user is unknown to a message in every field, also in one that its type does not use: an order
// marks every file that it names.
func TestAnOrderNamesNoFileOfOthers(t *testing.T) {
	together(t, 100*money.Credit, func(j *joined) {
		var picture bytes.Buffer
		if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 8, 8))); err != nil {
			t.Fatal(err)
		}
		theirs, own := j.uploadAs("admin", "a.png", "", picture.String()), j.upload("b.png", "", picture.String())
		group := j.collection(numbers(0, 2))
		link := map[string]any{"url": "https://example.com", "thumbnailId": theirs}
		for name, message := range map[string]map[string]any{
			"text":  {"type": "text", "text": "Hi", "mediaId": theirs},
			"image": {"type": "image", "mediaId": own, "link": link},
		} {
			body := wish("groupId", group)
			body["message"] = message
			for _, path := range []string{"/gc/groupsendorder", "/gc/groupsendorder/estimate"} {
				if code, out := j.call("customer", "POST", path, "", body); code != 404 {
					t.Errorf("%s, %s: %d %v", name, path, code, out)
				}
			}
		}
	})
}
