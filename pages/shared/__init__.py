"""What the pages share: loaders, controls in the link, the frame around a figure."""
