from setuptools import find_namespace_packages, setup

setup(
    name="inventory",
    package_dir={"": "src", "other": "lib/other"},
    packages=find_namespace_packages(where="source"),
)
